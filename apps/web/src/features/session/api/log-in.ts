import type { OpenSession, RouteBodyInput } from '@acequia/contracts';
import { api } from '../../../lib/http/api-client.js';

/** Opens a session. Without the query library, to keep the login page small. @throws {ApiError} */
export const logIn = (body: RouteBodyInput<'auth.entrar'>): Promise<OpenSession> => api('auth.entrar', { body });
