{
  description = "Photo viewer for the terminal";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  # The program of the release's tarball: nixpkgs has an older Swift than the package needs. The tarball has its own C
  # library, so nothing of it is patched. Before a release its file is given:
  #   nix build --override-input tarball path:./nasa-view-0.2.0-x86_64-linux-with-loader.tar.xz
  inputs.tarball = {
    url = "path:./nasa-view.tar.xz";
    flake = false;
  };

  outputs = { self, nixpkgs, tarball }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.stdenvNoCC.mkDerivation {
          pname = "nasa-view";
          version = "0.2.0";
          src = tarball;
          dontConfigure = true;
          dontBuild = true;
          dontFixup = true;
          installPhase = ''
            mkdir -p $out
            cp -r bin lib libexec share $out/
          '';
          doInstallCheck = true;
          installCheckPhase = "$out/bin/nasa-view --plain --demo";
          meta = {
            description = "Photo viewer for the terminal";
            # The owner has not chosen a licence.
            license = pkgs.lib.licenses.unfree;
            mainProgram = "nasa-view";
            platforms = systems;
          };
        };
      });
    };
}
