/** The company's logo and name above printed pages. Renders nothing when administrators have set neither. */
import classes from './CompanyHead.module.css';
import { useConfig } from './context.ts';

export function CompanyHead() {
  const { name = null, logo_url = null } = useConfig()?.company ?? {};
  if (name === null && logo_url === null) return null;
  return (
    <p className={classes.head}>
      {logo_url && <img src={logo_url} alt="" />}
      {name}
    </p>
  );
}
