/** API keys are taken out of texts that are kept. */
import { API_KEY_PREFIX } from '@waypost/contract/api/api-keys';

const KEYS = new RegExp(`${API_KEY_PREFIX}[^/?&#\\s]*`, 'g');

/** A text with every API key in it left out. */
export const withoutKeys = (text: string): string => text.replace(KEYS, `${API_KEY_PREFIX}[removed]`);
