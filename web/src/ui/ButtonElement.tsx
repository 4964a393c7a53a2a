import type { ComponentProps } from 'react';

interface ButtonElementProps extends ComponentProps<'button'> {
  readonly 'data-loading'?: boolean;
}

/**
 * The element of every button. While it loads it ignores clicks, as the submit button of a form too, but is not disabled: browsers
 * take the focus away from a disabled one.
 */
export function ButtonElement({ type = 'button', disabled, onClick, ...rest }: ButtonElementProps) {
  const loading = rest['data-loading'] || undefined;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !loading}
      aria-busy={loading}
      aria-disabled={loading ?? rest['aria-disabled']}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    />
  );
}
