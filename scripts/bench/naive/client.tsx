import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { NaiveApp } from './app.tsx';

hydrateRoot(
  document,
  <BrowserRouter>
    <NaiveApp />
  </BrowserRouter>,
);
