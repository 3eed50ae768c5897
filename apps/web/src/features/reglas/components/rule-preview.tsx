import type { RulePreview as Preview, RuleSave } from '@acequia/contracts';
import { Box, Heading, List, Text } from '@chakra-ui/react';
import { Unread } from '../../../components/unread.js';
import { useSettled } from '../../../lib/time/settled.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useRulePreview } from '../api/reglas.js';
import { texts } from '../textos.js';

const t = texts.preview;
/** Pause after the last key before the preview is requested, ms. */
const SETTLED_MS = 400;
const LISTED = 5;

/** The alarms that a rule would have raised in the last month; null = the form is incomplete. */
export function RulePreview({ rule }: { rule: RuleSave | null }) {
  const active = rule?.activa === 1 ? JSON.stringify(rule) : null;
  const settled = useSettled(active, SETTLED_MS);
  const reading = useRulePreview(settled === null ? null : (JSON.parse(settled) as RuleSave));
  const { data, isError, isFetching } = reading;
  const waits = settled !== active || isFetching;
  return (
    <Box as="section" aria-label={t.title} aria-busy={waits} mt="5" pt="4" borderTopWidth="1px">
      <Heading as="h3" size="sm" mb="1">
        {t.title}
      </Heading>
      <Box role="status" minH="12">
        {rule === null || active === null ? (
          <Text color="fg.muted">{rule === null ? t.incomplete : t.inactive}</Text>
        ) : isError && !waits ? (
          <Unread text={t.failure} onRetry={reading.refetch} />
        ) : data ? (
          <Box opacity={waits ? 0.6 : 1}>
            <Text fontWeight="600">{t.times(data.veces, data.dias)}</Text>
            <Text color="fg.muted" fontSize="sm">
              {t.covers[data.fuente](data.objetos)}
            </Text>
            <Episodes preview={data} />
          </Box>
        ) : (
          <Text color="fg.muted">{t.thinking}</Text>
        )}
      </Box>
    </Box>
  );
}

function Episodes({ preview: { episodios, veces } }: { preview: Preview }) {
  const { dateTimeOf } = useDates();
  if (episodios.length === 0) return null;
  const listed = episodios.slice(0, LISTED);
  return (
    <List.Root ps="5" mt="2" fontSize="sm" aria-label={t.list}>
      {listed.map(({ desde, hasta, texto }, index) => (
        <List.Item key={index} overflowWrap="anywhere">
          {dateTimeOf(desde)} – {hasta === null ? t.lasts : dateTimeOf(hasta)}: {texto}
        </List.Item>
      ))}
      {veces > listed.length && <List.Item color="fg.muted">{t.more(veces - listed.length)}</List.Item>}
    </List.Root>
  );
}
