import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Card } from '../../../../components/card.js';
import { DoneIcon } from '../../../../components/icons.js';
import { texts } from '../../textos-first-steps.js';
import { STEPS, type Step } from '../../lib/steps.js';

interface Props {
  step: Step;
  /** Null while it is not known. */
  done: boolean | null;
  /** The first step that is left. */
  current: boolean;
  children: ReactNode;
}

/** One step with its number; the mark and the word say whether it is done. */
export function StepCard({ step, done, current, children }: Props) {
  return (
    <Card
      as="li"
      data-step={step}
      data-done={done || undefined}
      aria-current={current ? 'step' : undefined}
      borderColor={current ? 'campo.solid' : undefined}
    >
      <Flex gap="3" align="center" mb="3">
        <Flex
          flexShrink="0"
          boxSize="8"
          rounded="full"
          align="center"
          justify="center"
          fontWeight="650"
          borderWidth="2px"
          borderColor={done || current ? 'campo.solid' : 'border.emphasized'}
          bg={done ? 'campo.solid' : 'transparent'}
          color={done ? 'campo.contrast' : 'fg'}
          aria-hidden
        >
          {done ? <DoneIcon /> : STEPS.indexOf(step) + 1}
        </Flex>
        <Heading as="h2" size="md" flex="1">
          {texts.steps[step]}
        </Heading>
        <Text fontSize="xs" fontWeight="600" color={done ? 'fg.success' : 'fg.muted'}>
          {done === null ? texts.unknown : done ? texts.done : texts.pending}
        </Text>
      </Flex>
      <Box ps={{ base: 0, md: '11' }}>{children}</Box>
    </Card>
  );
}
