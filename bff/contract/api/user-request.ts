import { userCreate } from '../users.ts';
import { phone } from './phone.ts';

/** A user as the form, a file's row and our API may ask for one. The service takes any text as a phone number; people cannot call any text. */
export const userRequest = userCreate.extend({ phone_number: phone.optional() });
