import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { reasonOf } from '../../../components/form/failure.js';
import { dateTimeOf } from '../../../lib/format/format.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { useServerThere } from '../../../lib/live/live.js';
import { useCloseSession, useSessions } from '../api/second-step.js';
import { browserName } from '../lib/browser-push.js';
import { texts } from '../textos.js';
import { Failure, LinkedCard } from './linked-card.js';

const t = texts.sessions;

/** The person's open sessions, each with a button that ends it. */
export function SessionsCard() {
  const sessions = useSessions();
  const close = useCloseSession();
  const connected = useServerThere();
  return (
    <LinkedCard title={t.title} help={t.help}>
      {!sessions.data && <Text role="status">{neverCame(sessions) ? t.noRead : texts.telegram.reading}</Text>}
      <chakra.ul listStyleType="none" aria-label={t.title}>
        {sessions.data?.map(({ huella, navegador, ip, creada, actual }) => {
          const browser = browserName(navegador);
          return (
            <Flex key={huella} as="li" py="2" gap="3" justify="space-between" align="center" borderTopWidth="1px">
              <Box minW="0">
                <Text fontWeight="600" overflowWrap="anywhere">
                  {actual === 1 ? t.own(browser) : browser}
                </Text>
                <Text color="fg.muted" fontSize="sm">
                  {t.detail(ip, dateTimeOf(creada))}
                </Text>
              </Box>
              {actual === 0 && (
                <Button
                  variant="outline"
                  size="sm"
                  flexShrink="0"
                  aria-label={t.closeOf(browser, ip)}
                  disabled={close.isPending || !connected}
                  onClick={() => close.mutate(huella)}
                >
                  {t.close}
                </Button>
              )}
            </Flex>
          );
        })}
      </chakra.ul>
      {close.error && <Failure>{reasonOf(close.error)}</Failure>}
    </LinkedCard>
  );
}
