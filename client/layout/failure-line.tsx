import { failure } from '#shared/content/failure.ts';

/** Replaces a header, a footer or a whole page that has failed in the browser: what happened, and a plain link home. */
export function FailureLine() {
  return (
    <p role="alert">
      {failure.title} <a href="/">{failure.action}</a>
    </p>
  );
}
