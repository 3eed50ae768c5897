import { Button, Field, Flex, Input, Text } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { useConfirm } from '../../../components/confirm.js';
import { failureOf } from '../../../components/form/failure.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useServerThere } from '../../../lib/live/live.js';
import { usePhone, usePhoneActions } from '../api/phone.js';
import { texts } from '../textos.js';
import { Failure, LinkedCard } from './linked-card.js';

const t = texts.phone;

/** Verifies the person's number by a code that is sent to it, and removes it. */
export function PhoneCard() {
  const phone = usePhone();
  const { ask, confirm, remove } = usePhoneActions();
  const [another, setAnother] = useState(false);
  const sure = useConfirm();
  const { numero = null, desde = null, pendiente = null, disponible = 1 } = phone.data ?? {};
  const failure = ask.error ?? confirm.error ?? remove.error;
  const forget = () => [ask, confirm, remove].forEach((one) => one.reset());
  const end = async () => {
    if (!(await sure({ text: t.removeQuestion, detalle: t.removeDetail, accion: t.remove }))) return;
    forget();
    remove.mutate();
  };
  const state = phone.data
    ? numero === null
      ? t.none
      : t.verified(numero, dateTimeOf(desde ?? 0))
    : neverCame(phone)
      ? t.noRead
      : t.reading;
  const asks = phone.data !== undefined && disponible === 1;
  const entersNumber = asks && (another || (numero === null && pendiente === null));
  return (
    <LinkedCard title={t.title} help={t.help}>
      <Text role="status">{state}</Text>
      {disponible === 0 && <Text color="fg.muted">{t.unavailable}</Text>}
      {entersNumber && (
        <OneField
          label={t.numero}
          nombre="numero"
          autoComplete="tel"
          placeholder={t.example}
          action={t.code}
          pending={ask.isPending}
          onSend={(text) => {
            forget();
            ask.mutate(text, { onSuccess: () => setAnother(false) });
          }}
        />
      )}
      {asks && pendiente !== null && !another && (
        <>
          <Text>{t.sent(pendiente)}</Text>
          <OneField
            label={t.codigo}
            nombre="codigo"
            autoComplete="one-time-code"
            action={t.confirm}
            pending={confirm.isPending}
            onSend={(text) => {
              forget();
              confirm.mutate(text);
            }}
          />
        </>
      )}
      {failure && <Failure>{Object.values(failureOf(t.failure, failure)).filter(Boolean).join('. ')}</Failure>}
      <Flex gap="2" wrap="wrap">
        {asks && !entersNumber && (
          <Button variant="surface" colorPalette="campo" onClick={() => setAnother(true)}>
            {t.another}
          </Button>
        )}
        {numero !== null && (
          <Button variant="outline" disabled={remove.isPending} onClick={() => void end()}>
            {t.remove}
          </Button>
        )}
      </Flex>
    </LinkedCard>
  );
}

interface OneFieldProps {
  label: string;
  nombre: string;
  autoComplete: string;
  placeholder?: string;
  action: string;
  pending: boolean;
  onSend: (text: string) => void;
}

function OneField({ label, nombre, autoComplete, placeholder, action, pending, onSend }: OneFieldProps) {
  const connected = useServerThere();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(String(new FormData(event.currentTarget).get(nombre)));
  };
  return (
    <form onSubmit={submit}>
      <Flex gap="2" align="end" wrap="wrap">
        <Field.Root required flex="1" minW="12rem">
          <Field.Label>{label}</Field.Label>
          <Input
            name={nombre}
            required
            inputMode={nombre === 'numero' ? 'tel' : 'numeric'}
            autoComplete={autoComplete}
            placeholder={placeholder}
          />
        </Field.Root>
        <Button type="submit" variant="surface" colorPalette="campo" disabled={pending || !connected}>
          {action}
        </Button>
      </Flex>
    </form>
  );
}
