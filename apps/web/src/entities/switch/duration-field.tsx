import { Flex, Box } from '@chakra-ui/react';
import { duration } from '../../lib/format/duration.js';
import { durationsUpTo, secondsOf, type OnDuration } from './on-duration.js';
import { FormField, Select } from '../../components/form/fields.js';
import { NumberInput } from '../../components/form/number-input.js';
import { texts } from './textos-dialog.js';

const { during: t } = texts;

interface Props {
  most_s: number;
  value: OnDuration;
  onChoose: (one: OnDuration) => void;
}

/** Chooses how long Encender turns the switch on; the switch's limit always applies. */
export function DurationField({ most_s, value, onChoose }: Props) {
  const { option, minutos } = value;
  const wrong = secondsOf(value, most_s) === null && (option !== 'otra' || minutos !== '');
  return (
    <Flex gap="3" align="flex-start" mb="3" maxW="24rem">
      <Box flex="1" minW="0">
        <FormField label={t.label}>
          <Select
            value={option}
            onChange={({ target: { value } }) =>
              onChoose({ option: value === 'maximo' || value === 'otra' ? value : Number(value), minutos })
            }
          >
            <option value="maximo">{t.limit}</option>
            {durationsUpTo(most_s).map((one) => (
              <option key={one} value={one}>
                {duration(one / 60)}
              </option>
            ))}
            <option value="otra">{t.another}</option>
          </Select>
        </FormField>
      </Box>
      {option === 'otra' && (
        <Box w="9.5rem">
          <FormField
            label={t.minutos}
            required
            error={wrong ? { type: 'max', message: t.hasta(duration(most_s / 60)) } : undefined}
          >
            <NumberInput value={minutos} onChange={({ target }) => onChoose({ option, minutos: target.value })} />
          </FormField>
        </Box>
      )}
    </Flex>
  );
}
