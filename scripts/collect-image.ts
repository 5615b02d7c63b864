import { collectImage } from './container/collect-image.ts';

// `tsx scripts/collect-image.ts FOLDER`, in the Dockerfile: FOLDER/root and FOLDER/writable are what
// the container's last stage holds.

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error('Which folder? tsx scripts/collect-image.ts FOLDER');
  process.exit(2);
}
await collectImage({ dist: 'dist', folder });
