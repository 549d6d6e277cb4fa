print("nasa-view")
