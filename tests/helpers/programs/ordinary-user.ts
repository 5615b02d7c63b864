/** Uid and gid of `nobody` if the test runs as root, because a program must not run as root. */
export const ordinaryUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
