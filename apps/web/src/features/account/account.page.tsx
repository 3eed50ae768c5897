import { Box, Button, Field, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useRef, useState, type FormEvent } from 'react';
import { Card } from '../../components/card.js';
import { Password } from '../../components/form/password-field.js';
import { useHold } from '../../lib/hold.js';
import { useServerThere } from '../../lib/live/live.js';
import { ApiError } from '../../lib/http/api-client.js';
import { readUsuario } from '../../lib/session.js';
import { useChangePassword } from './api/change-password.js';
import { useSecondStep } from './api/second-step.js';
import { PhoneCard } from './components/phone-card.js';
import { PushCard } from './components/push-card.js';
import { RestCard } from './components/rest-card.js';
import { SecondStepCard } from './components/second-step-card.js';
import { SessionsCard } from './components/sessions-card.js';
import { TelegramCard } from './components/telegram-card.js';
import { texts } from './textos.js';

export function Component() {
  const usuario = readUsuario();
  const change = useChangePassword();
  const connected = useServerThere();
  const { data: step } = useSecondStep();
  const owesStep = step?.exigido === 1 && step.desde === null;
  const [different, setDifferent] = useState(false);
  const [written, setWritten] = useState(false);
  useHold(written);
  const form = useRef<HTMLFormElement>(null);

  const onInput = () => {
    setWritten(true);
    setDifferent(false);
    // How the last change went says nothing about the next one.
    if (!change.isPending) change.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const nueva = String(data.get('nueva'));
    const match = nueva === data.get('repetir');
    setDifferent(!match);
    const onSuccess = () => {
      form.current?.reset();
      setWritten(false);
    };
    if (match) change.mutate({ actual: String(data.get('actual')), nueva }, { onSuccess });
  };

  return (
    <Stack gap="5" maxW={{ base: '30rem', lg: 'none' }}>
      <Stack gap="0">
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
          {texts.title}
        </Heading>
        <Text color="fg.muted">
          {usuario?.nombre} · {usuario?.email}
        </Text>
      </Stack>
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="5" alignItems="start">
        <Stack gap="5">
          <Card>
            <form ref={form} onSubmit={submit} onInput={onInput}>
              <Stack gap="4">
                <Stack gap="0">
                  <Heading as="h2" size="lg">
                    {texts.password}
                  </Heading>
                  <Text color="fg.muted">{texts.notice}</Text>
                </Stack>
                {/* A hidden email field, so that password managers know the account. */}
                <input type="email" name="email" autoComplete="username" value={usuario?.email ?? ''} readOnly hidden />
                <PasswordField nombre="actual" text={texts.actual} autoComplete="current-password" />
                <PasswordField
                  nombre="nueva"
                  text={texts.nueva}
                  autoComplete="new-password"
                  help={texts.least}
                  least={8}
                />
                <PasswordField
                  nombre="repetir"
                  text={texts.repetir}
                  autoComplete="new-password"
                  error={different ? texts.different : undefined}
                />
                {change.isError && (
                  <Stack role="alert" gap="0" color="fg.error">
                    <Text>{change.error.message}</Text>
                    {change.error instanceof ApiError && change.error.status === 0 && (
                      <Text>{texts.perhapsChanged}</Text>
                    )}
                  </Stack>
                )}
                {change.isSuccess && (
                  <Text role="status" color="fg.success">
                    {texts.changed}
                  </Text>
                )}
                <Button
                  type="submit"
                  colorPalette="campo"
                  alignSelf="flex-start"
                  disabled={change.isPending || !connected}
                >
                  {change.isPending ? texts.saving : texts.save}
                </Button>
              </Stack>
            </form>
          </Card>
          <Box order={owesStep ? -1 : 0}>
            <SecondStepCard />
          </Box>
          <SessionsCard />
        </Stack>
        <Stack gap="5">
          <TelegramCard />
          <PhoneCard />
          <PushCard />
          <RestCard />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

interface FieldProps {
  nombre: string;
  text: string;
  autoComplete: string;
  help?: string;
  error?: string | undefined;
  least?: number;
}

function PasswordField({ nombre, text, autoComplete, help, error, least }: FieldProps) {
  return (
    <Field.Root required invalid={Boolean(error)}>
      <Field.Label>{text}</Field.Label>
      <Password name={nombre} autoComplete={autoComplete} required minLength={least} />
      {help && <Field.HelperText>{help}</Field.HelperText>}
      {error && <Field.ErrorText>{error}</Field.ErrorText>}
    </Field.Root>
  );
}
