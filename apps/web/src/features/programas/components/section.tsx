import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';

interface Props {
  title: string;
  /** What is set in it, when it is folded; '' = nothing. */
  summary: string;
  /** A field in it is wrong: it may not stay folded. */
  wrong: boolean;
  children: ReactNode;
}

/** A part of the form that a simple program does without: folded, with what is set in it beside its name. */
export function Section({ title, summary, wrong, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <chakra.details
      open={open || wrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      borderTopWidth="1px"
      py="2.5"
      css={{ '& > summary': { cursor: 'pointer' } }}
    >
      <summary>
        <Flex as="span" display="inline-flex" columnGap="3" wrap="wrap" maxW="calc(100% - 1.5rem)" verticalAlign="top">
          <Text as="span" fontWeight="600">
            {title}
          </Text>
          <Text as="span" color="fg.muted" overflowWrap="anywhere">
            {summary}
          </Text>
        </Flex>
      </summary>
      <Box pt="3" pb="2">
        {children}
      </Box>
    </chakra.details>
  );
}
