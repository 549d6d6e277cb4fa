// The tests of the whole program follow when it runs.
