import type { OpenSession } from '@acequia/contracts';
import { api } from '../../../lib/http/api-client.js';

/** Opens a session. Without the query library, to keep the login page small. @throws {ApiError} */
export const logIn = (body: { email: string; password: string }): Promise<OpenSession> => api('auth.entrar', { body });
