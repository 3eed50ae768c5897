import type { OpenSession } from '@acequia/contracts';
import { api } from '../../../lib/http/api-client.js';

/** Opens a session. No query library here: the login page must be light. @throws {ApiError} */
export const logIn = (body: { email: string; password: string }): Promise<OpenSession> => api('auth.entrar', { body });
