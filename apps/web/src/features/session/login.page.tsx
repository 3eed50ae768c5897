import { type FormEvent, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Logo } from '../../components/logo.js';
import { ApiError } from '../../lib/http/api-client.js';
import { isKnownRol, storeSession, HOME } from '../../lib/session.js';
import { logIn } from './api/log-in.js';
import { LoginView } from './components/login-view.js';
import { Slideshow } from './components/slideshow.js';
import { focusedInShell, takeOver } from './lib/shell-form.js';
import { texts } from './textos.js';

export function Component() {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const focused = useRef<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);

  // While drawing would be too early, because a person may go on to the next field meanwhile; a layout effect comes after autoFocus.
  useInsertionEffect(() => {
    focused.current = focusedInShell();
  }, []);
  useLayoutEffect(() => {
    if (form.current) takeOver(form.current, focused.current);
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setError(null);
    setBusy(true);
    try {
      const { token, user } = await logIn({
        email: String(data.get('email')),
        password: String(data.get('password')),
        ...(asksCode && { codigo: String(data.get('codigo')) }),
      });
      if (!isKnownRol(user?.rol)) return setError(texts.noRol);
      storeSession(token, user);
      void navigate(HOME[user.rol]);
    } catch (failure) {
      const codigo = failure instanceof ApiError ? failure.codigo : '';
      if (codigo === 'falta_codigo') return setAsksCode(true);
      const isOfCode = codigo === 'codigo_incorrecto' || (asksCode && codigo === 'demasiadas_solicitudes');
      setError(isOfCode ? (failure as ApiError).message : texts.failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <LoginView
      picture={<Slideshow />}
      brand={<Logo size="lg" />}
      form={form}
      onSubmit={(event) => void submit(event)}
      isBusy={isBusy}
      asksCode={asksCode}
      error={error}
    />
  );
}
