import type { SegundoPaso, SegundoPasoKey } from '@acequia/contracts';
import { Button, Field, Flex, Input, Stack, Text } from '@chakra-ui/react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { reasonOf } from '../../../components/form/failure.js';
import { Password } from '../../../components/form/password-field.js';
import { Qr } from '../../../components/qr.js';
import { Secret, ShownOnce } from '../../../components/shown-once.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useServerThere } from '../../../lib/live/live.js';
import { useSecondStep, useSecondStepActions } from '../api/second-step.js';
import { texts } from '../textos.js';
import { Failure, LinkedCard } from './linked-card.js';

const t = texts.secondStep;

/** Sets up a second step for the person's logins, or takes it back. */
export function SecondStepCard() {
  const step = useSecondStep();
  const actions = useSecondStepActions();
  const [task, setTask] = useState<'none' | 'set-up' | 'remove'>('none');
  const [respaldos, setRespaldos] = useState<string[] | null>(null);
  const connected = useServerThere();
  const { data } = step;
  const begin = (next: typeof task) => {
    for (const action of Object.values(actions)) action.reset();
    setTask(next);
  };
  const made = actions.prepare.data;
  return (
    <LinkedCard title={t.title} help={t.help}>
      <Text role="status" {...(data?.exigido === 1 && data.desde === null && { color: 'fg.warning' })}>
        {data ? stateOf(data) : neverCame(step) ? t.noRead : texts.telegram.reading}
      </Text>
      {data && task === 'none' && (
        <Button
          variant={data.desde === null ? 'surface' : 'outline'}
          colorPalette={data.desde === null ? 'campo' : 'gray'}
          alignSelf="flex-start"
          disabled={!connected || (data.desde !== null && data.exigido === 1)}
          onClick={() => begin(data.desde === null ? 'set-up' : 'remove')}
        >
          {data.desde === null ? t.setUp : t.remove}
        </Button>
      )}
      {task === 'set-up' && !made && (
        <Steps
          text={t.next}
          action={actions.prepare}
          onSubmit={(data) => actions.prepare.mutate({ actual: textOf(data, 'actual') })}
          onCancel={() => begin('none')}
        >
          <PasswordField />
        </Steps>
      )}
      {task === 'set-up' && made && (
        <Steps
          text={t.confirm}
          action={actions.confirm}
          onSubmit={(data) =>
            actions.confirm.mutate(
              { codigo: textOf(data, 'codigo') },
              {
                onSuccess: ({ respaldos: given }) => {
                  begin('none');
                  setRespaldos(given);
                },
              },
            )
          }
          onCancel={() => begin('none')}
        >
          <NewKey made={made} />
          <CodeField />
        </Steps>
      )}
      {task === 'remove' && (
        <Steps
          text={t.remove}
          action={actions.remove}
          onSubmit={(data) =>
            actions.remove.mutate(
              { actual: textOf(data, 'actual'), codigo: textOf(data, 'codigo') },
              { onSuccess: () => begin('none') },
            )
          }
          onCancel={() => begin('none')}
        >
          <PasswordField />
          <CodeField />
        </Steps>
      )}
      {respaldos && (
        <ShownOnce value={respaldos.map(inFours).join('\n')} texts={t.recovery} onClose={() => setRespaldos(null)}>
          {t.recovery.help}
        </ShownOnce>
      )}
    </LinkedCard>
  );
}

const stateOf = ({ desde, respaldos, exigido }: SegundoPaso): string => {
  if (desde === null) return exigido ? t.owed : t.off;
  return t.on(dateTimeOf(desde), respaldos) + (exigido ? ` ${t.demanded}` : '');
};

const textOf = (data: FormData, name: string): string => String(data.get(name));
const inFours = (codigo: string): string => codigo.replace(/(.{4})(?=.)/g, '$1-');

interface StepsProps {
  /** Of the button that goes on. */
  text: string;
  action: { isPending: boolean; error: Error | null };
  onSubmit: (data: FormData) => void;
  onCancel: () => void;
  children: ReactNode;
}

function Steps({ text, action, onSubmit, onCancel, children }: StepsProps) {
  const connected = useServerThere();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        {children}
        {action.error && <Failure>{reasonOf(action.error)}</Failure>}
        <Flex gap="2">
          <Button type="submit" colorPalette="campo" disabled={action.isPending || !connected}>
            {text}
          </Button>
          <Button variant="outline" disabled={action.isPending} onClick={onCancel}>
            {t.cancel}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

function NewKey({ made: { clave, uri } }: { made: SegundoPasoKey }) {
  return (
    <Stack gap="3">
      <Text>{t.scan}</Text>
      <Qr value={uri} label={t.qr} alignSelf="flex-start" />
      <Text color="fg.muted">{t.orType}</Text>
      <Secret value={clave} label={t.key} copy={t.copyKey} />
    </Stack>
  );
}

function PasswordField() {
  return (
    <Field.Root required>
      <Field.Label>{texts.actual}</Field.Label>
      <Password name="actual" autoComplete="current-password" autoFocus required />
    </Field.Root>
  );
}

function CodeField() {
  return (
    <Field.Root required>
      <Field.Label>{t.code}</Field.Label>
      <Input name="codigo" autoComplete="one-time-code" required maxW="16rem" />
      <Field.HelperText>{t.codeHelp}</Field.HelperText>
    </Field.Root>
  );
}
