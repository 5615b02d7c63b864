import { useState } from 'react';

/** A component that `React.lazy` fetches on demand. */
function LazyPart() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Pressed {count} times
    </button>
  );
}

// biome-ignore lint/style/noDefaultExport: React.lazy needs a default export
export default LazyPart;
