import { formatDrawingPath, lineId } from '#shared/drawing-files.ts';
import { useFindLine } from '../drawings.ts';

interface DrawnLineProps {
  /** Of the drawing, which a page shows one time: `nameEmblem`, `nameFrame`. */
  readonly name: string;
  /** Always from its file: far down a long page, where it would cost the HTML 200 bytes, compressed. */
  readonly isInFile?: boolean;
}

/** The line of a drawing: in the document as the server drew it, else from a file. */
export function DrawnLine({ name, isInFile = false }: DrawnLineProps) {
  const findLine = useFindLine();
  const path = isInFile ? undefined : findLine(name);
  if (path === undefined) return <use href={`${formatDrawingPath(name)}#${lineId}`} />;
  return <path id={name} d={path} />;
}
