import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { storeSession } from '../../../lib/session.js';

/** Changes the person's own password. The server ends the other sessions; this one continues with the answer's token. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: { actual: string; nueva: string }) => api('cuenta.clave', { body }),
    onSuccess: ({ token, user }) => storeSession(token, user),
  });
