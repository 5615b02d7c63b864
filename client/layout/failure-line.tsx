import { failure } from '#shared/content/failure.ts';

/** In place of a header, a footer or a whole page that fails in the browser: what happened, and a plain link home. */
export function FailureLine() {
  return (
    <p role="alert">
      {failure.title} <a href="/">{failure.action}</a>
    </p>
  );
}
