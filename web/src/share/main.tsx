/** Entry point of the shared load page, for people without an account. Built separately from the board (vite.share.config.ts). */
import '@fontsource-variable/inter/wght.css';
import './share.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Http } from '../api/http.ts';
import { SharePage } from './SharePage.tsx';

// Pasting another link into this tab only changes the hash.
window.addEventListener('hashchange', () => location.reload());

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <SharePage http={new Http()} token={location.hash.slice(1)} />
    </StrictMode>,
  );
