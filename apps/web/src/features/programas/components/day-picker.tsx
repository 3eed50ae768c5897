import { Box, Button, Flex, IconButton } from '@chakra-ui/react';
import { DateInput } from '../../../components/form/date-input.js';
import { FormField } from '../../../components/form/fields.js';
import { BackIcon } from '../../../components/icons.js';
import { dayAfter } from '../../../lib/time/zone.js';
import { texts } from '../textos.js';

const { day: t } = texts;

interface Props {
  /** YYYY-MM-DD. */
  day: string;
  today: string;
  onDay: (day: string) => void;
}

export function DayPicker({ day, today, onDay }: Props) {
  return (
    <Flex gap="2" align="flex-end" wrap="wrap" _print={{ display: 'none' }}>
      <IconButton variant="outline" aria-label={t.before} onClick={() => onDay(dayAfter(day, -1))}>
        <BackIcon />
      </IconButton>
      <Box w={{ base: '10.5rem', lg: '14.5rem' }}>
        <FormField label={t.label} inRow>
          <DateInput value={day} onChange={({ target }) => target.value && onDay(target.value)} />
        </FormField>
      </Box>
      <IconButton variant="outline" aria-label={t.after} onClick={() => onDay(dayAfter(day, 1))}>
        <Box as="span" display="inline-flex" transform="scaleX(-1)">
          <BackIcon />
        </Box>
      </IconButton>
      {day !== today && (
        <Button variant="ghost" onClick={() => onDay('')}>
          {t.today}
        </Button>
      )}
    </Flex>
  );
}
