import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { storeSession } from '../../../lib/session.js';

/** Changes one's own password. The other sessions end; this one goes on with the token of the answer. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: { actual: string; nueva: string }) => api('cuenta.clave', { body }),
    onSuccess: ({ token, user }) => storeSession(token, user),
  });
