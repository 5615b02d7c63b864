import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';

hydrateRoot(
  document,
  <BrowserRouter>
    <App />
  </BrowserRouter>,
);
