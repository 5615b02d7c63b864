/** Uid and gid of `nobody`, where the test has the rights of root, which a program is not to have. */
export const ordinaryUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
