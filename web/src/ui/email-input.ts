/** An email field with the keyboard for it. Not `type="email"`: browsers then read the domain müller.de as xn--mller-kva.de. */
export const EMAIL_INPUT = { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;
