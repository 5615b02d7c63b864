import { useLine } from '../drawings.ts';

interface DrawnLineProps {
  /** Of the drawing, which a page shows one time: `nameEmblem`, `nameFrame`. */
  readonly name: string;
}

/** The line of a drawing: in the document as the server drew it, else from a file. */
export function DrawnLine({ name }: DrawnLineProps) {
  const { path, href } = useLine(name);
  return path === undefined ? <use href={href} /> : <path id={name} d={path} />;
}
