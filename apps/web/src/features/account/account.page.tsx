import { Button, Field, Heading, Input, Stack, Text } from '@chakra-ui/react';
import { useRef, useState, type FormEvent } from 'react';
import { Panel } from '../../components/card.js';
import { useServerThere } from '../../lib/live/live.js';
import { leerUsuario } from '../../lib/session.js';
import { useCambiarClave } from './api/change-password.js';
import { textos } from './textos.js';

export function Component() {
  const usuario = leerUsuario();
  const cambiar = useCambiarClave();
  const conectado = useServerThere();
  const [distintas, setDistintas] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const nueva = String(data.get('nueva'));
    const coinciden = nueva === data.get('repetir');
    setDistintas(!coinciden);
    if (coinciden)
      cambiar.mutate({ actual: String(data.get('actual')), nueva }, { onSuccess: () => form.current?.reset() });
  };

  return (
    <Stack gap="5" maxW="30rem">
      <Stack gap="0">
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
          {textos.titulo}
        </Heading>
        <Text color="fg.muted">
          {usuario?.nombre} · {usuario?.email}
        </Text>
      </Stack>
      <Panel>
        <form ref={form} onSubmit={submit}>
          <Stack gap="4">
            <Stack gap="0">
              <Heading as="h2" size="lg">
                {textos.clave}
              </Heading>
              <Text color="fg.muted">{textos.aviso}</Text>
            </Stack>
            {/* Lets a password manager know whose password this is. */}
            <input type="email" name="email" autoComplete="username" value={usuario?.email ?? ''} readOnly hidden />
            <CampoClave nombre="actual" texto={textos.actual} autoComplete="current-password" />
            <CampoClave
              nombre="nueva"
              texto={textos.nueva}
              autoComplete="new-password"
              ayuda={textos.minimo}
              minimo={8}
            />
            <CampoClave
              nombre="repetir"
              texto={textos.repetir}
              autoComplete="new-password"
              error={distintas ? textos.distintas : undefined}
            />
            {cambiar.isError && (
              <Text role="alert" color="fg.error">
                {cambiar.error.message}
              </Text>
            )}
            {cambiar.isSuccess && (
              <Text role="status" color="fg.success">
                {textos.lista}
              </Text>
            )}
            <Button
              type="submit"
              colorPalette="campo"
              alignSelf="flex-start"
              disabled={cambiar.isPending || !conectado}
            >
              {cambiar.isPending ? textos.guardando : textos.guardar}
            </Button>
          </Stack>
        </form>
      </Panel>
    </Stack>
  );
}

interface CampoProps {
  nombre: string;
  texto: string;
  autoComplete: string;
  ayuda?: string;
  error?: string | undefined;
  minimo?: number;
}

function CampoClave({ nombre, texto, autoComplete, ayuda, error, minimo }: CampoProps) {
  return (
    <Field.Root required invalid={Boolean(error)}>
      <Field.Label>{texto}</Field.Label>
      <Input type="password" name={nombre} autoComplete={autoComplete} required minLength={minimo} />
      {ayuda && <Field.HelperText>{ayuda}</Field.HelperText>}
      {error && <Field.ErrorText>{error}</Field.ErrorText>}
    </Field.Root>
  );
}
