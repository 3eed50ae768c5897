import { Box, chakra, Flex, Spinner, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Age } from '../../../../components/age.js';
import { DoneIcon, WarningIcon } from '../../../../components/icons.js';
import type { Signal } from '../../lib/steps.js';
import { texts } from '../../textos-first-steps.js';
import { texts as placaTexts } from '../../textos.js';

const { signal: t } = texts;

/** Waits for the first signal: green with what came, or honey with why it was discarded and how to mend it. */
export function SignalBox({ signal, topic }: { signal: Signal; topic: string }) {
  if (signal.kind === 'received')
    return (
      <Notice
        kind="received"
        title={
          <>
            {t.received} · <Age ts={signal.ts} />
          </>
        }
        payload={signal.payload}
      />
    );
  if (signal.kind === 'discarded') {
    const { motivo, detalle, contenido, ts, topico } = signal.descarte;
    const reason = placaTexts.deadLetters.reasons[motivo];
    const told = detalle && detalle !== reason ? `${reason}. ${detalle}` : reason;
    return (
      <Notice
        kind="discarded"
        title={
          <>
            {t.discarded} · <Age ts={ts} />
          </>
        }
        payload={contenido}
      >
        <Text>
          <chakra.b>{t.reason}:</chakra.b> {told} ({topico})
        </Text>
        <Text>
          <chakra.b>{t.mend}:</chakra.b> {t.mends[motivo]}
        </Text>
      </Notice>
    );
  }
  return (
    <Notice kind="waiting" title={t.waiting}>
      <Text color="fg.muted">{signal.connected ? t.connected(topic) : t.waitingHelp}</Text>
    </Notice>
  );
}

const FACES = {
  waiting: { bg: 'bg.subtle', border: 'border.emphasized', color: 'fg', icon: <Spinner size="sm" /> },
  received: { bg: 'bg.success', border: 'campo.solid', color: 'fg.success', icon: <DoneIcon /> },
  discarded: { bg: 'bg.warning', border: 'miel.solid', color: 'fg.warning', icon: <WarningIcon /> },
} as const;

interface NoticeProps {
  kind: keyof typeof FACES;
  title: ReactNode;
  payload?: string;
  children?: ReactNode;
}

function Notice({ kind, title, payload, children }: NoticeProps) {
  const { bg, border, color, icon } = FACES[kind];
  return (
    <Box
      role="status"
      data-signal={kind}
      bg={bg}
      borderStartWidth="4px"
      borderColor={border}
      rounded="md"
      px="4"
      py="3"
      minW="0"
    >
      <Flex gap="2.5" align="center" color={color} fontWeight="650">
        {icon}
        <span>{title}</span>
      </Flex>
      {children}
      {payload && (
        <chakra.pre
          fontFamily="mono"
          fontSize="xs"
          mt="2"
          p="2"
          bg="bg.panel"
          rounded="sm"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          {payload}
        </chakra.pre>
      )}
    </Box>
  );
}
