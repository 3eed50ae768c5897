import { Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { failureOf } from '../../../components/form/failure.js';
import { useEmpresaActions } from '../api/empresas.js';
import { texts } from '../textos.js';

const t = texts.telegram;

interface Props {
  empresaId: number;
  /** The form's current values; for an empty field the server uses the stored value. */
  given: () => { token_telegram: string; telegram_chat_id: string };
}

/** Sends a test message to the company's chat and shows the result. */
export function TelegramProbe({ empresaId, given }: Props) {
  const { probeTelegram } = useEmpresaActions();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ good: boolean; text: string } | null>(null);

  const probe = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      await probeTelegram({ id: empresaId, ...given() });
      setOutcome({ good: true, text: t.done });
    } catch (error) {
      const { text, detalle } = failureOf(t.failure, error);
      setOutcome({ good: false, text: [text, detalle].filter(Boolean).join('. ') });
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
