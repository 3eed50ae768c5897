import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useConfirm } from '../../../components/confirm.js';
import { failureOf } from '../../../components/form/failure.js';
import { dateTimeOf, timeOf } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useServerThere } from '../../../lib/live/live.js';
import { readUsuario } from '../../../lib/session.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useTelegramActions, useTelegramLink } from '../api/telegram.js';
import { texts } from '../textos.js';
import { Failure, LinkedCard } from './linked-card.js';

const t = texts.telegram;

/** Links the person's Telegram by a code that is sent to the company's bot, and unlinks it. */
export function TelegramCard() {
  const { code, unlink } = useTelegramActions();
  const given = code.data;
  const valid = useByClock((now) => given !== undefined && given.vence > now);
  const link = useTelegramLink(valid);
  const connected = useServerThere();
  // Who belongs to no company may send the code to the bot of any.
  const anyBot = readUsuario()?.empresa_id === null;
  const since = link.data?.vinculado_desde ?? null;
  const linkedAnew = given !== undefined && since !== null && since !== given.vinculado_desde;
  const failure = code.error ?? unlink.error;
  const confirm = useConfirm();
  // An older failure of the other button would stand beside a success.
  const getCode = () => {
    unlink.reset();
    code.mutate();
  };
  const end = async () => {
    if (!(await confirm({ text: t.unlinkQuestion, detalle: t.unlinkDetail, accion: t.unlink }))) return;
    code.reset();
    unlink.mutate();
  };
  const state = link.data
    ? since === null
      ? t.notLinked
      : t.linked(dateTimeOf(since))
    : neverCame(link)
      ? t.noRead
      : t.reading;
  return (
    <LinkedCard title={t.title} help={t.help}>
      <Text role="status">{state}</Text>
      {link.data?.bot === null &&
        (anyBot ? <Text color="fg.muted">{t.anyBot}</Text> : <Text color="fg.warning">{t.noBot}</Text>)}
      {given && valid && !linkedAnew && (
        <Stack gap="1" bg="bg.subtle" rounded="md" px="4" py="3">
          <Text>{anyBot ? t.sendToAny : t.send(link.data?.bot ?? null)}</Text>
          <chakra.code fontFamily="mono" fontSize="2xl" letterSpacing="0.1em" overflowWrap="anywhere">
            {given.codigo}
          </chakra.code>
          <Text color="fg.muted" fontSize="sm">
            {t.until(timeOf(given.vence))}
          </Text>
        </Stack>
      )}
      {failure && <Failure>{Object.values(failureOf(t.failure, failure)).filter(Boolean).join('. ')}</Failure>}
      <Flex gap="2" wrap="wrap">
        <Button variant="surface" colorPalette="campo" disabled={code.isPending || !connected} onClick={getCode}>
          {since === null ? t.code : t.codeAgain}
        </Button>
        {since !== null && (
          <Button variant="outline" disabled={unlink.isPending || !connected} onClick={() => void end()}>
            {t.unlink}
          </Button>
        )}
      </Flex>
    </LinkedCard>
  );
}
