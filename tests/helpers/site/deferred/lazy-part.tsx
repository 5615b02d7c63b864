import { useState } from 'react';

/** Fetched on demand, as `React.lazy` wants it. */
function LazyPart() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Pressed {count} times
    </button>
  );
}

// biome-ignore lint/style/noDefaultExport: React.lazy takes nothing else
export default LazyPart;
