import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/**
 * How a process that sends from the embedded database shows that it is alive: it holds an exclusive
 * lock on an empty file beside the database. The kernel frees the lock when the process ends, also by
 * `kill -9`. A process id would not do: in two containers with one volume both are 1.
 */
export interface ProcessLock {
  /** Takes the lock when it is wanted first. @returns the process's name */
  acquire(): string;
  isAlive(name: string): boolean;
  /** Removes what dead processes left behind. */
  sweep(): void;
  release(): void;
}

/** @param file of the database */
export function createProcessLock(file: string): ProcessLock {
  const prefix = `${basename(file)}-worker-`;
  const folder = dirname(file);
  let held:
    | { readonly name: string; readonly path: string; readonly lock: DatabaseSync }
    | undefined;

  function isAlive(name: string): boolean {
    const path = join(folder, prefix + name);
    if (!existsSync(path)) return false;
    const lock = lockFile(path);
    if (!lock) return true;
    rmSync(path, { force: true }); // While it is locked: see `acquire`.
    lock.close();
    return false;
  }

  return {
    acquire() {
      while (!held) {
        const name = randomUUID();
        const path = join(folder, prefix + name);
        writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
        const lock = lockFile(path);
        // Another process may have swept the file away before it was locked.
        if (lock && statSync(path, { throwIfNoEntry: false })) held = { name, path, lock };
        else lock?.close();
      }
      return held.name;
    },
    isAlive,
    sweep() {
      for (const name of readdirSync(folder)) {
        if (name.startsWith(prefix) && !name.includes('-journal'))
          isAlive(name.slice(prefix.length));
      }
    },
    release() {
      if (!held) return;
      rmSync(held.path, { force: true });
      held.lock.close();
      held = undefined;
    },
  };
}

/** SQLite's own exclusive lock, which Node has no other way to take. Undefined where it is held. */
function lockFile(path: string): DatabaseSync | undefined {
  const lock = new (process.getBuiltinModule('node:sqlite').DatabaseSync)(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    return undefined;
  }
}
