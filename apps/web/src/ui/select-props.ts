export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** Language of the label, if it differs from the page's. */
  readonly lang?: string | undefined;
}

export interface SelectProps {
  readonly id: string;
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly name?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
  readonly className: string;
}

export interface MultiSelectProps {
  readonly id: string;
  readonly options: readonly string[];
  readonly values: readonly string[];
  readonly placeholder: string;
  readonly onChange: (values: readonly string[]) => void;
  readonly className: string;
}
