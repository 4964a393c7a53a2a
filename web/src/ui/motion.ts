/** Less motion for who asked for it, of the system or here. The style sheets obey the attribute as they obey the system. */
import { prefs } from './prefs.ts';

/** Keeps the attribute of the page as the person chose. */
export function followMotion(root: Pick<HTMLElement, 'setAttribute'>): void {
  const apply = () => root.setAttribute('data-motion', prefs.get().motion);
  apply();
  prefs.subscribe(apply);
}
