/** As people write it, without its protocol. */
const BARE = /^([\w-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$/i;

/** `https://mesa.example` for "mesa.example"; any other text is returned unchanged, for its check to name. */
export const websiteValue = (text: string): string => (BARE.test(text) ? `https://${text}` : text);
