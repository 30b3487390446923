import AuthDescriptor
import AuthGenerator
import AuthTemplates

extension TemplateSet {
  /// The templates of tutorials and articles, which are embedded in this package.
  public static let tutorials = TemplateSet(builtIn: AuthTemplates.tutorials)

  /// The errors in the templates of tutorials and articles.
  public var tutorialFindings: [Diagnostic] { findings(in: TutorialGenerator.shapes + PageGenerator.shapes) }
}

extension TemplateContext {
  /// A table of all keys that the templates of tutorials and articles can use.
  public static let tutorials =
    markdown(
      of: TutorialModel.keys, title: "Keys for the pages of tutorials",
      texts: "escaped Markdown, and directives that show a step's file") + "\n"
    + markdown(of: ProgramModel.keys, title: "Keys for the tutorials' programs") + "\n"
    + markdown(
      of: PageModel.keys, title: "Keys for a provider's article",
      texts: "escaped Markdown") + "\n"
    + markdown(
      of: MatrixModel.keys, title: "Keys for the matrix of providers",
      texts: "escaped Markdown")
}
