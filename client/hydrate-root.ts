/* React's larger half in a file of its own (`entry.tsx`): V8 readies it in a task of its own. */
export { hydrateRoot } from 'react-dom/client';
