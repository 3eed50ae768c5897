import type { EmpresaSave } from '@acequia/contracts';
import { Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { failureOf } from '../../../components/form/failure.js';
import { useEmpresaActions } from '../api/empresas.js';
import { texts } from '../textos.js';

const t = texts.telegram;

interface Props {
  /** null = not saved yet. */
  empresaId: number | null;
  /** Of the form; for an empty field the server uses the stored value, if any. */
  control: Control<EmpresaSave>;
}

/** Sends a test message to the company's chat and shows the result. */
export function TelegramProbe({ empresaId, control }: Props) {
  const { probeTelegram } = useEmpresaActions();
  const [busy, setBusy] = useState(false);
  const [token, chat] = useWatch({ control, name: ['token_telegram', 'telegram_chat_id'] });
  const tried = { token_telegram: token ?? '', telegram_chat_id: chat ?? '' };
  const of = JSON.stringify(tried);
  const [last, setLast] = useState<{ good: boolean; text: string; of: string } | null>(null);
  // What another token or chat answered says nothing about these.
  const outcome = last?.of === of ? last : null;

  const probe = async () => {
    setBusy(true);
    setLast(null);
    try {
      await probeTelegram({ id: empresaId, ...tried });
      setLast({ good: true, text: t.done, of });
    } catch (error) {
      const { text, detalle } = failureOf(t.failure, error);
      setLast({ good: false, text: [text, detalle].filter(Boolean).join('. '), of });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Flex gridColumn="1 / -1" align="center" gap="3" wrap="wrap">
      <Button size="sm" variant="surface" disabled={busy} onClick={() => void probe()}>
        {busy ? t.underWay : t.accion}
      </Button>
      <Text role="status" flex="1" minW="12rem" color={outcome?.good ? 'fg.success' : 'fg.error'}>
        {outcome?.text}
      </Text>
    </Flex>
  );
}
