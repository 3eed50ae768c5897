import { TARIFA_LIMITES } from '@acequia/contracts';
import { Box, Button, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form';
import { CloseIcon, MoreIcon, PencilIcon } from '../../../components/icons.js';
import { ruleText } from '../lib/describe.js';
import { newRule, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';
import { RuleFields } from './rule-fields.js';
import { Swatch } from './swatch.js';

/** The rules of a version: each as a sentence, and its fields when it is being changed. */
export function RulesField({ form }: { form: UseFormReturn<Values> }) {
  const { control, formState } = form;
  const rows = useFieldArray({ control, name: 'reglas' });
  const [reglas, periodos] = useWatch({ control, name: ['reglas', 'periodos'] });
  /** The place of the rule that is being changed. */
  const [opened, setOpened] = useState<number | null>(null);
  const remove = (n: number): void => {
    setOpened(opened === null || opened === n ? null : opened - (opened > n ? 1 : 0));
    rows.remove(n);
  };
  return (
    <Flex direction="column" gap="1" as="fieldset" minW="0">
      <chakra.legend fontWeight="600">{texts.fields.reglas}</chakra.legend>
      <Text color="fg.muted" fontSize="sm">
        {texts.reglasHelp}
      </Text>
      <Box as="ul" listStyleType="none">
        {rows.fields.map(({ id }, n) => {
          const regla = reglas[n];
          if (!regla) return null;
          const text = ruleText(regla, periodos);
          const isOpen = opened === n || formState.errors.reglas?.[n] !== undefined;
          return (
            <Box as="li" key={id} borderBottomWidth="1px" py="1">
              <Flex gap="3" align="center">
                <Swatch place={periodos.findIndex(({ clave }) => clave === regla.periodo)} />
                <Text flex="1" minW="0" overflowWrap="anywhere">
                  {text}
                </Text>
                <Flex>
                  <IconButton
                    size="sm"
                    variant="ghost"
                    aria-expanded={isOpen}
                    aria-label={texts.editRule(text)}
                    onClick={() => setOpened(isOpen ? null : n)}
                  >
                    <PencilIcon />
                  </IconButton>
                  <IconButton size="sm" variant="ghost" aria-label={texts.removeRule(text)} onClick={() => remove(n)}>
                    <CloseIcon />
                  </IconButton>
                </Flex>
              </Flex>
              {isOpen && <RuleFields form={form} n={n} periodos={periodos} />}
            </Box>
          );
        })}
      </Box>
      <Button
        mt="2"
        variant="outline"
        alignSelf="flex-start"
        disabled={rows.fields.length >= TARIFA_LIMITES.reglas}
        onClick={() => {
          setOpened(rows.fields.length);
          rows.append(newRule(periodos[0]?.clave ?? ''));
        }}
      >
        <MoreIcon /> {texts.anotherRule}
      </Button>
    </Flex>
  );
}
