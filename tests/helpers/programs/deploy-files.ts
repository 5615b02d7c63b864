import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the operator's files. */
export const deployFolder = fileURLToPath(new URL('../../../scripts/deploy', import.meta.url));

export function readDeployFile(name: string): string {
  return readFileSync(join(deployFolder, name), 'utf8');
}

/** The instructions of the container's last stage. */
export function readContainerImage() {
  const text = readDeployFile('../../Dockerfile').replace(/\\\n/g, ' ');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const settings = stage.matchAll(/(?<=^ENV .*)\b(\w+)=(\S*)/gm);
  return {
    environment: Object.fromEntries([...settings].map(([, name = '', value]) => [name, value])),
    user: /^USER (\S+)$/m.exec(stage)?.[1],
    port: /^EXPOSE (\d+)$/m.exec(stage)?.[1],
  };
}
