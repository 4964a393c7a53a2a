/** The page of a shared load, for people without an account. Built apart from the board (vite.share.config.ts). */
import '@fontsource-variable/inter/wght.css';
import './share.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Http } from '../api/http.ts';
import { SharePage } from './SharePage.tsx';

// Another link pasted into this tab only changes what is behind the `#`.
window.addEventListener('hashchange', () => location.reload());

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <SharePage http={new Http()} token={location.hash.slice(1)} />
    </StrictMode>,
  );
