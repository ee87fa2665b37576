import { facts, named, type ProgramFacts } from "./facts.ts";

/** Programs that change the machine, or run what somebody else hands them. */
export const systemPrograms: Readonly<Record<string, ProgramFacts>> = {
  ...named("shutdown reboot halt poweroff init telinit", facts("destructive", "stops the machine", "text")),
  ...named(
    "mkfs mkfs.ext4 mkfs.xfs fdisk parted sfdisk wipefs mkswap blkdiscard cryptsetup",
    facts("destructive", "changes disks", "text"),
  ),
  ...named("mount umount swapon swapoff losetup", facts("destructive", "changes what is mounted", "text")),
  ...named(
    "useradd userdel usermod groupadd groupdel passwd chpasswd visudo",
    facts("destructive", "changes users", "text"),
  ),
  ...named("iptables ip6tables nft ufw firewall-cmd", facts("destructive", "changes the firewall", "text")),
  ...named("sysctl modprobe insmod rmmod", facts("destructive", "changes the kernel", "text")),
  ...named("crontab at batch", facts("destructive", "makes something run later", "text")),
  ...named("launchctl systemd-run", facts("destructive", "starts or stops services", "text")),
  systemctl: facts("destructive", "starts, stops or changes services", "text", {
    subcommands: named(
      "status list-units is-active is-enabled show cat",
      facts("read", "tells how services are", "text"),
    ),
    before: { flags: ["--user", "--no-pager"], values: [] },
  }),
  journalctl: facts("read", "shows the system's log", "text", {
    options: {
      "--vacuum-size": ["destructive", "removes logs"],
      "--vacuum-time": ["destructive", "removes logs"],
      "--rotate": ["destructive", "rotates logs"],
      "--flush": ["destructive", "moves logs"],
      "-D": ["unknown", "reads other files"],
      "--file": ["unknown", "reads other files"],
    },
  }),
  service: facts("destructive", "starts or stops services", "text"),
  ...named(
    "apt apt-get aptitude dnf yum zypper apk pacman brew snap flatpak port",
    facts("network", "installs software on this machine", "text", {
      subcommands: {
        ...named(
          "remove purge autoremove uninstall erase del",
          facts("destructive", "removes software from this machine", "text"),
        ),
        ...named("list show search info policy", facts("network", "looks software up", "text")),
      },
      before: { flags: ["-y", "--yes", "-q", "-qq", "--no-install-recommends"], values: [] },
    }),
  ),
  dpkg: facts("destructive", "changes installed software", "text"),
  ...named(
    "watch script parallel entr unbuffer chroot nsenter unshare bwrap firejail proot",
    facts("unknown", "runs another program", "text"),
  ),
  ...named(
    "vi vim nvim emacs nano ed ex pico",
    facts("unknown", "edits files, and can run programs", "text"),
  ),
  ...named("less more most bat man info", facts("execute", "shows text, and can run programs", "reads")),
  ...named("osascript open xdg-open start", facts("unknown", "opens or steers other programs", "text")),
  ...named("tmux screen", facts("unknown", "runs commands in another terminal", "text")),
  ...named(
    "gpg openssl age ssh-keygen ssh-add security keytool",
    facts("unknown", "works with keys", "text"),
  ),
  ...named(
    "psql mysql sqlite3 mongo mongosh redis-cli",
    facts("unknown", "runs statements in a database", "text"),
  ),
};
